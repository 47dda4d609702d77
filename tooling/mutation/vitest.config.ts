import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { lastingPool } from './lasting-pool.ts'

const setup = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Runs short files first, because a run ends with the first test that fails. Vitest runs long files first. */
class ShortFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const longFirst = await super.sort(files)
    return longFirst.reverse()
  }
}

/** Runs the tests of one area of tooling/mutation.mjs, in Node only. Slow files and long property tests run in the suites, not for each mutant. */
export default defineConfig({
  resolve: { conditions: ['pf-source', 'module', 'browser', 'development|production'] },
  ssr: { resolve: { conditions: ['pf-source', 'module', 'node', 'development|production'] } },
  plugins: [
    {
      name: 'lasting-pool',
      // Stryker sets the pool on the command line, which overrides the option of this file.
      configureVitest: ({ project }) => {
        Object.assign(project.config, { pool: lastingPool.name, poolRunner: lastingPool, isolate: false, maxWorkers: 1 })
      },
    },
  ],
  test: {
    include: (process.env.PF_MUTATION_TESTS ?? '').split('|').filter(Boolean),
    exclude: ['**/node_modules/**', '**/dist/**', '**/*.slow.test.*'],
    sequence: { sequencer: ShortFilesFirst },
    setupFiles: [setup('./each-file.ts')],
    // Tests of these areas take milliseconds. Many mutants make a test wait indefinitely, and each of them takes this time.
    testTimeout: 10_000,
    hookTimeout: 10_000,
    expect: { poll: { timeout: 5_000 } },
  },
})
