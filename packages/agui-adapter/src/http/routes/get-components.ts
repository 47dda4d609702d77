import type { RouteHandler } from '../context.ts'
import { json } from '../respond.ts'

/** GET /ui/components: the catalogue as it is enabled here. */
export const getComponents: RouteHandler = async ({ agent }) => json(agent.catalog())
