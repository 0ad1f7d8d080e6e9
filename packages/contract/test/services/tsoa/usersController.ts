import { Body, Controller, Delete, Get, Path, Post, Put, Query, Response, Route, SuccessResponse, Tags } from 'tsoa';
import {
  type Message,
  type NewTask,
  type NewUser,
  NotFound,
  nextId,
  type Task,
  tasks,
  type User,
  users,
} from './model.ts';

const defects = process.env.DEFECTS === '1';
const userOf = (id: number): User => {
  const user = users.get(id);
  if (!user) throw new NotFound('No such user');
  return user;
};
const taskOf = (id: number): Task => {
  const task = tasks.get(id);
  if (!task) throw new NotFound('No such task');
  return task;
};

@Route('users')
@Tags('Users')
export class UsersController extends Controller {
  @Get()
  public async listUsers(): Promise<User[]> {
    return [...users.values()];
  }

  /**
   * @isInt userId
   */
  @Get('{userId}')
  @Response<Message>(404, 'Not found')
  @Response<Message>(422, 'Validation failed')
  public async getUser(@Path() userId: number): Promise<User> {
    return userOf(userId);
  }

  @Post()
  @SuccessResponse('201', 'Created')
  @Response<Message>(422, 'Validation failed')
  public async createUser(@Body() body: NewUser): Promise<User> {
    this.setStatus(201);
    const user = { id: nextId(), ...body };
    users.set(user.id, user);
    return user;
  }

  /**
   * @isInt userId
   */
  @Delete('{userId}')
  @SuccessResponse('204', 'Deleted')
  @Response<Message>(404, 'Not found')
  @Response<Message>(422, 'Validation failed')
  public async deleteUser(@Path() userId: number): Promise<void> {
    // Planted: deleting what is not there succeeds.
    if (!defects) userOf(userId);
    users.delete(userId);
    for (const task of tasks.values()) if (task.userId === userId) tasks.delete(task.id);
  }
}

@Route('tasks')
@Tags('Tasks')
export class TasksController extends Controller {
  @Get()
  @Response<Message>(422, 'Validation failed')
  public async listTasks(@Query() done?: boolean, @Query() userId?: number): Promise<Task[]> {
    // Planted: the filter is the other way round.
    return [...tasks.values()].filter(
      (each) => (done === undefined || each.done === (defects ? !done : done)) && (!userId || each.userId === userId),
    );
  }

  /**
   * @isInt taskId
   */
  @Get('{taskId}')
  @Response<Message>(404, 'Not found')
  @Response<Message>(422, 'Validation failed')
  public async getTask(@Path() taskId: number): Promise<Task> {
    const task = taskOf(taskId);
    // Planted: `null` where the description has a date or nothing.
    return (defects && !task.dueDate ? { ...task, dueDate: null } : task) as Task;
  }

  @Post()
  @SuccessResponse('201', 'Created')
  @Response<Message>(404, 'No such user')
  @Response<Message>(422, 'Validation failed')
  public async createTask(@Body() body: NewTask): Promise<Task> {
    userOf(body.userId);
    this.setStatus(201);
    const task = { id: nextId(), done: false, ...body };
    tasks.set(task.id, task);
    return task;
  }

  /**
   * @isInt taskId
   */
  @Put('{taskId}')
  @Response<Message>(404, 'Not found')
  @Response<Message>(422, 'Validation failed')
  public async updateTask(@Path() taskId: number, @Body() body: NewTask): Promise<Task> {
    taskOf(taskId);
    userOf(body.userId);
    const task = { id: taskId, done: false, ...body };
    tasks.set(taskId, task);
    return task;
  }

  /**
   * @isInt taskId
   */
  @Delete('{taskId}')
  @SuccessResponse('204', 'Deleted')
  @Response<Message>(404, 'Not found')
  @Response<Message>(422, 'Validation failed')
  public async deleteTask(@Path() taskId: number): Promise<void> {
    taskOf(taskId);
    tasks.delete(taskId);
  }
}
