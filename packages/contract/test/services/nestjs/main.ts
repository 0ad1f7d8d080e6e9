import 'reflect-metadata';
import { Controller, Get, Module, ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ApiExcludeController, DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { members, TeamsController, teams } from './teams.controller.ts';

const texts = (kind: string, things: Iterable<{ id: string }>) =>
  [...things].map((thing) => `${kind} ${thing.id} ${JSON.stringify(thing)}`);

@ApiExcludeController()
@Controller('--state')
class StateController {
  @Get()
  state() {
    return [...texts('team', teams.values()), ...texts('member', members.values())];
  }
}

@Module({ controllers: [TeamsController, StateController] })
class AppModule {}

const app = await NestFactory.create(AppModule, { logger: false });
app.useGlobalPipes(new ValidationPipe({ whitelist: true, transform: true }));
const config = new DocumentBuilder().setTitle('Teams').setVersion('1.0').build();
SwaggerModule.setup('docs', app, SwaggerModule.createDocument(app, config), { jsonDocumentUrl: 'openapi.json' });
await app.listen(0, '127.0.0.1');
process.send?.(await app.getUrl());
