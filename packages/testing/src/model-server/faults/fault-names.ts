import { type FaultName, faultModes } from './fault-modes.ts'

/** The names of all faults, for tests that try each one. */
export const faultNames: readonly FaultName[] = [...faultModes.keys()] as FaultName[]
