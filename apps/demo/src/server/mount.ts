import type { PfHandlers } from '@pf/agui-adapter'
import type { Hono } from 'hono'

/** Serves every route of pf's handlers; preflight and "not allowed" are theirs to answer, so every method goes to them. */
export function mount(app: Hono, handlers: PfHandlers): void {
  for (const path of new Set(handlers.routes.map((route) => route.path.replaceAll(/\{(\w+)\}/g, ':$1'))))
    app.all(path, (context) => handlers.fetch(context.req.raw))
}
