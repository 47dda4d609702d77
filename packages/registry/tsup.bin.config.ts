import { defineConfig } from 'tsup'

/** The command for teams; what it needs beyond this package is for them to install. */
export default defineConfig({
  entry: { 'bin/pf-registry': 'scripts/pf-registry.ts' },
  format: ['esm'],
  target: 'es2022',
  platform: 'node',
  external: ['ajv', 'gpt-tokenizer'],
  noExternal: ['@pf/core'],
  esbuildOptions: (options) => {
    options.conditions = ['pf-source']
  },
  clean: false,
  splitting: true,
})
