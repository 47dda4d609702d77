import { pfPackage } from '../../tooling/tsup.ts'

// Runs in Node only.
export default pfPackage({ removeNodeProtocol: false, external: [/^node:/], dts: { compilerOptions: { customConditions: [], types: ['node'] } } })
