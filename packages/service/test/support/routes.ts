import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';

/** Notes the routes of each service that starts, until `end` returns them. */
export function watchRoutes() {
  const routes: RouteOptions[] = [];
  /** Fastify tells of each instance, before it has routes. */
  const listen = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', (route) => void routes.push(route));
  };
  subscribe('fastify.initialization', listen);
  return {
    end(): readonly RouteOptions[] {
      unsubscribe('fastify.initialization', listen);
      return routes;
    },
  };
}
