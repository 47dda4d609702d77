import { vi } from 'vitest'

// The thread is the same for all files and mutants: no mutant is active while modules are evaluated, and no fake timers are left behind.
const stryker = (globalThis as { __stryker__?: { activeMutant: string | undefined } }).__stryker__
if (stryker) stryker.activeMutant = undefined
vi.useRealTimers()
vi.unstubAllGlobals()
vi.unstubAllEnvs()
