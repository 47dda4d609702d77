/**
 * What happens with the figures of an answer and its components. `off` (default): nothing. `mark`: their origins are in the payload. `warn`:
 * also, an answer with figures that are in no result is given back to the model once, with their list. `refuse`: as `warn`, and if figures
 * without an origin remain, the answer is withheld and the warnings of the payload name them.
 */
export type ProvenancePolicy = 'off' | 'mark' | 'warn' | 'refuse'

export const provenancePolicies: readonly ProvenancePolicy[] = ['off', 'mark', 'warn', 'refuse']
