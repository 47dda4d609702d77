import { pfPackage } from '../../tooling/tsup.ts'

// A library and a command for Node.
export default pfPackage({
  platform: 'node',
  // The browser's part of pictures is bundled again at run time, with the packages of the user.
  entry: { index: 'src/index.ts', bin: 'src/bin.ts', page: 'src/page/expose-drawing.tsx' },
  dts: { entry: 'src/index.ts', compilerOptions: { customConditions: [], types: ['node'] } },
})
