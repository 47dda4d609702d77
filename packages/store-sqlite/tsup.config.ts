import { pfPackage } from '../../tooling/tsup.ts'

// Runs in Node only; `node:sqlite` exists with its protocol alone.
export default pfPackage({ removeNodeProtocol: false, external: [/^node:/], dts: { compilerOptions: { customConditions: [], types: ['node'] } } })
