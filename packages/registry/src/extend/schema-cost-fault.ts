import { schemaFault } from '@pf/core/internal'

/** Maximum number of levels of props under any policy. */
const maxLevels = 64

/**
 * Returns the reason why a component's schema cannot be used, or undefined. Generated validators have no budget, so the schema itself must
 * be cheap at every depth that props can have.
 */
export const schemaCostFault = (schema: unknown): string | undefined => schemaFault(schema, { trusted: true, levels: maxLevels })
