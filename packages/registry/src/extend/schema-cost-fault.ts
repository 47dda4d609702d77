import { schemaFault } from '@pf/core/internal'

/** Levels that props can have under any policy. */
const maxLevels = 64

/**
 * Why a component's schema may not be used, or undefined. Generated checks count no cost while they run, so the schema itself must be cheap at
 * every depth that props can have.
 */
export const schemaCostFault = (schema: unknown): string | undefined => schemaFault(schema, { trusted: true, levels: maxLevels })
