import { vi } from 'vitest'

// All files and mutants share a thread, so no mutant may be active while modules are evaluated, and no fake timers may remain.
const stryker = (globalThis as { __stryker__?: { activeMutant: string | undefined } }).__stryker__
if (stryker) stryker.activeMutant = undefined
vi.useRealTimers()
vi.unstubAllGlobals()
vi.unstubAllEnvs()
