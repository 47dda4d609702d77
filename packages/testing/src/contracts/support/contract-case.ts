import type { StorePorts } from '@pf/core'

/** One promise of a port: `run` rejects where the implementation breaks it. Works in every test runner. */
export interface ContractCase {
  name: string
  run(): Promise<void>
}

/** Gives ready ports; cases use owners of their own, so the store may hold other data. Cases on one database run one after another. */
export type MakePorts = () => Promise<StorePorts & { close?(): Promise<void> | void }>
