import { defineConfig } from 'tsup'

export default defineConfig({
  entry: { main: 'src/server/main.ts', 'query-worker': 'src/data/query-worker.ts' },
  outDir: 'dist/server',
  format: ['esm'],
  target: 'node22',
  platform: 'node',
  tsconfig: '../../tsconfig.base.json',
  clean: true,
  sourcemap: true,
})
