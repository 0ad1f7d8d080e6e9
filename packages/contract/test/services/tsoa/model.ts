export interface Message {
  message: string;
}

export interface NewUser {
  /**
   * @minLength 1
   * @maxLength 40
   */
  name: string;
  /**
   * @pattern ^[^@\s]+@[^@\s]+\.[a-z]+$
   */
  email: string;
}

export interface User extends NewUser {
  /** @isInt */
  id: number;
}

export interface NewTask {
  /** @isInt */
  userId: number;
  /**
   * @minLength 1
   */
  title: string;
  done?: boolean;
  /**
   * @isInt
   * @minimum 1
   * @maximum 5
   */
  priority?: number;
  /** @isDate */
  dueDate?: string;
}

export interface Task extends NewTask {
  /** @isInt */
  id: number;
  done: boolean;
}

export class NotFound extends Error {}

export const users = new Map<number, User>();
export const tasks = new Map<number, Task>();
for (const id of [1, 2]) {
  users.set(id, { id, name: `User ${id}`, email: `user${id}@tasks.example` });
  tasks.set(id, { id, userId: id, title: `Task ${id}`, done: id === 2 });
}

let last = 2;
export const nextId = () => ++last;
