import { randomUUID } from 'node:crypto';
import {
  Body,
  ConflictException,
  Controller,
  DefaultValuePipe,
  Delete,
  Get,
  HttpCode,
  NotFoundException,
  Param,
  ParseIntPipe,
  ParseUUIDPipe,
  Patch,
  Post,
  Query,
} from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiConflictResponse,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiQuery,
  ApiTags,
} from '@nestjs/swagger';
import { CreateMemberDto, CreateTeamDto, MemberDto, TeamDto, UpdateTeamDto } from './team.dto.ts';

const defects = process.env.DEFECTS === '1';
const ids = ['0d3c8a1e-2b60-4b9e-9a43-0c5f5b1c0a01', '0d3c8a1e-2b60-4b9e-9a43-0c5f5b1c0a02'];
export const teams = new Map<string, TeamDto>(ids.map((id, i) => [id, { id, name: `Team ${i + 1}`, size: 5 }]));
export const members = new Map<string, MemberDto>(
  ids.map((id, i) => [
    id,
    { id, teamId: id, email: `member${i}@team.example`, role: 'lead', joinedAt: '2024-05-01T10:00:00.000Z' },
  ]),
);

function findTeam(id: string): TeamDto {
  const team = teams.get(id);
  if (!team) throw new NotFoundException('No such team');
  return team;
}

@ApiTags('teams')
@Controller('teams')
export class TeamsController {
  @Get()
  @ApiQuery({ name: 'limit', required: false, schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 } })
  @ApiOkResponse({ type: [TeamDto] })
  @ApiBadRequestResponse()
  list(@Query('limit', new DefaultValuePipe(20), ParseIntPipe) limit: number) {
    // Planted: the limit is read and not applied.
    return [...teams.values()].slice(0, defects ? undefined : limit);
  }

  @Post()
  @ApiCreatedResponse({ type: TeamDto })
  @ApiBadRequestResponse()
  @ApiConflictResponse()
  create(@Body() dto: CreateTeamDto) {
    if ([...teams.values()].some(({ name }) => name === dto.name)) throw new ConflictException('The name is taken');
    const team = { id: randomUUID(), ...dto };
    teams.set(team.id, team);
    return team;
  }

  @Get(':teamId')
  @ApiOkResponse({ type: TeamDto })
  @ApiBadRequestResponse()
  @ApiNotFoundResponse()
  read(@Param('teamId', ParseUUIDPipe) id: string) {
    return findTeam(id);
  }

  @Patch(':teamId')
  @ApiOkResponse({ type: TeamDto })
  @ApiBadRequestResponse()
  @ApiNotFoundResponse()
  update(@Param('teamId', ParseUUIDPipe) id: string, @Body() dto: UpdateTeamDto) {
    // Planted: what is missing is a server error.
    const before = defects ? teams.get(id) : findTeam(id);
    const team = { ...before, ...dto, id: before!.id } as TeamDto;
    teams.set(id, team);
    return team;
  }

  @Delete(':teamId')
  @HttpCode(204)
  @ApiNoContentResponse()
  @ApiBadRequestResponse()
  @ApiNotFoundResponse()
  remove(@Param('teamId', ParseUUIDPipe) id: string) {
    findTeam(id);
    teams.delete(id);
    for (const member of members.values()) if (member.teamId === id) members.delete(member.id);
  }

  @Get(':teamId/members')
  @ApiOkResponse({ type: [MemberDto] })
  @ApiBadRequestResponse()
  @ApiNotFoundResponse()
  listMembers(@Param('teamId', ParseUUIDPipe) id: string) {
    findTeam(id);
    return [...members.values()].filter(({ teamId }) => teamId === id);
  }

  @Post(':teamId/members')
  @ApiCreatedResponse({ type: MemberDto })
  @ApiBadRequestResponse()
  @ApiNotFoundResponse()
  @ApiConflictResponse()
  addMember(@Param('teamId', ParseUUIDPipe) teamId: string, @Body() dto: CreateMemberDto) {
    findTeam(teamId);
    const isMember = [...members.values()].some((each) => each.teamId === teamId && each.email === dto.email);
    if (isMember) throw new ConflictException('Is a member already');
    const member = { id: randomUUID(), teamId, ...dto, joinedAt: new Date().toISOString() };
    members.set(member.id, member);
    return member;
  }

  @Delete(':teamId/members/:memberId')
  @HttpCode(204)
  @ApiNoContentResponse()
  @ApiBadRequestResponse()
  @ApiNotFoundResponse()
  removeMember(@Param('teamId', ParseUUIDPipe) teamId: string, @Param('memberId', ParseUUIDPipe) memberId: string) {
    findTeam(teamId);
    if (!members.delete(memberId)) throw new NotFoundException('No such member');
  }
}
