import { defineConfig } from 'tsup'

/** The command that verifies audit logs. */
export default defineConfig({
  entry: { 'bin/pf-audit': 'scripts/pf-audit.ts' },
  format: ['esm'],
  target: 'es2022',
  platform: 'node',
  clean: false,
})
