import swagger, { type SwaggerTransform } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { version } from './options.js';

/** Allows only the documentation's own files, and the inline styles that its scripts set. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

type Transformed = ReturnType<SwaggerTransform>;
type Body = { readonly content: Readonly<Record<string, { readonly schema: unknown }>> };

/** Supports bodies with one schema per content type: `body: { content: { TYPE: { schema } } }`. */
const describeRoute: SwaggerTransform = route => {
  const transform = jsonSchemaTransform as SwaggerTransform;
  const { body, ...rest } = (route.schema ?? {}) as { body?: Partial<Body> };
  if (body?.content === undefined) return transform(route);
  const content = Object.entries(body.content).map(([type, { schema }]) => {
    const described = transform({ ...route, schema: { body: schema } } as typeof route) as Transformed;
    return [type, { schema: (described.schema as { body: unknown }).body }];
  });
  const whole = transform({ ...route, schema: rest } as typeof route) as Transformed;
  return { ...whole, schema: { ...whole.schema, body: { content: Object.fromEntries(content) } } };
};

export async function describeApi(server: FastifyInstance): Promise<void> {
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Pith', version, description: 'Extracts the main content of web pages.' },
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    },
    transform: describeRoute,
  });
  await server.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: POLICY,
    uiConfig: { deepLinking: true, validatorUrl: null },
  });
  server.get('/openapi.json', { schema: { hide: true } }, async () => server.swagger());
}
