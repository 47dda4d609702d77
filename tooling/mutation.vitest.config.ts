import { defineConfig } from 'vitest/config'

/** The tests of one area of tooling/mutation.mjs, in Node alone. Slow files and long property tests run in the suites, not once a mutant. */
export default defineConfig({
  resolve: { conditions: ['pf-source', 'module', 'browser', 'development|production'] },
  ssr: { resolve: { conditions: ['pf-source', 'module', 'node', 'development|production'] } },
  test: {
    include: (process.env.PF_MUTATION_TESTS ?? '').split(',').filter(Boolean),
    exclude: ['**/node_modules/**', '**/dist/**', '**/*.slow.test.*'],
    testTimeout: 20_000,
  },
})
