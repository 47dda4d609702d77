import './env.ts'
import { existsSync } from 'node:fs'
import { getRequestListener } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import config from '../pf.config.ts'
import { createApp } from './create-app.ts'
import { serve, stopWithError } from './serve.ts'

try {
  const app = await createApp(config)
  const hono = new Hono()
  for (const path of app.paths) hono.all(path, (context) => app.fetch(context.req.raw))
  // The built page. In development, Vite serves the page from its sources.
  if (existsSync('dist/page')) hono.use(serveStatic({ root: './dist/page' }))
  await serve(app, getRequestListener(hono.fetch))
} catch (error) {
  stopWithError(error)
}
