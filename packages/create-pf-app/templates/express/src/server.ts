import './env.ts'
import { getRequestListener } from '@hono/node-server'
import express from 'express'
import config from '../pf.config.ts'
import { createApp } from './create-app.ts'
import { serve, stopWithError } from './serve.ts'

try {
  const app = await createApp(config)
  const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  const server = express()
  // Before any body parser, because an upload is read while it arrives.
  for (const path of app.paths) server.all(path, (request, response) => answer(request, response))
  // The built page. In development, Vite serves the page from its sources.
  server.use(express.static('dist/page'))
  await serve(app, server)
} catch (error) {
  stopWithError(error)
}
