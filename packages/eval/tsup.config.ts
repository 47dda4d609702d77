import { pfPackage } from '../../tooling/tsup.ts'

// A library and a command for Node.
export default pfPackage({
  platform: 'node',
  entry: { index: 'src/index.ts', bin: 'src/bin.ts' },
  dts: { entry: 'src/index.ts', compilerOptions: { customConditions: [], types: ['node'] } },
})
