import './env.ts'
import { getRequestListener } from '@hono/node-server'
import config from '../pf.config.ts'
import { createApp } from './create-app.ts'
import { serve, stopWithError } from './serve.ts'

try {
  const app = await createApp(config)
  await serve(app, getRequestListener(app.fetch))
} catch (error) {
  stopWithError(error)
}
