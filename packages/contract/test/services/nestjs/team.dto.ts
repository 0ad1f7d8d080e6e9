import { ApiProperty, ApiPropertyOptional, PartialType } from '@nestjs/swagger';
import { IsEmail, IsIn, IsInt, IsOptional, IsString, Length, Max, Min } from 'class-validator';

const roles = ['lead', 'member', 'guest'];

export class CreateTeamDto {
  @ApiProperty({ minLength: 3, maxLength: 30 })
  @IsString()
  @Length(3, 30)
  name: string;

  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: 500 })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(500)
  size?: number;
}

export class UpdateTeamDto extends PartialType(CreateTeamDto) {}

export class TeamDto extends CreateTeamDto {
  @ApiProperty({ format: 'uuid' })
  id: string;
}

export class CreateMemberDto {
  @ApiProperty({ format: 'email' })
  @IsEmail()
  email: string;

  @ApiProperty({ enum: roles })
  // Planted: any text is taken for a role.
  @(process.env.DEFECTS === '1' ? IsString() : IsIn(roles))
  role: string;
}

export class MemberDto extends CreateMemberDto {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  teamId: string;

  @ApiProperty({ format: 'date-time' })
  joinedAt: string;
}
