import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumArgs, chromiumPath } from './tooling/chromium.mjs'

const executablePath = await chromiumPath()
const source = {
  resolve: { conditions: ['pf-source', 'module', 'browser', 'development|production'] },
  ssr: { resolve: { conditions: ['pf-source', 'module', 'node', 'development|production'] } },
}
const base = { extends: true as const, ...source }
const setup = (name: string) => fileURLToPath(new URL(`./tooling/test-setup/${name}.ts`, import.meta.url))

/** PF_SUITE=slow runs the files named `*.slow.test.*`, everything else runs without them. */
const slow = process.env.PF_SUITE === 'slow'
const files = (...patterns: string[]) => ({
  include: slow ? patterns.map((pattern) => pattern.replace('.test.', '.slow.test.')) : patterns,
  exclude: ['**/node_modules/**', '**/dist/**', '**/.stryker-tmp/**', ...(slow ? [] : ['**/*.slow.test.*'])],
})
const nodeFiles = files('packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.ts', 'tooling/**/*.test.ts')
/** Files named `*.isolated.test.*` replace modules, which the other files of a shared process would see, or count timers, which may be theirs. */
const isolated = '**/*.isolated.test.ts'

export default defineConfig({
  plugins: [react()],
  test: {
    passWithNoTests: slow,
    maxWorkers: 2,
    // A time-out ends a test that hangs; it measures nothing, so a loaded machine gets a long one.
    testTimeout: 60_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      { ...base, test: { ...nodeFiles, name: 'node', isolate: false, setupFiles: [setup('patience')], exclude: [...nodeFiles.exclude, isolated] } },
      { ...base, test: { ...files(isolated), name: 'node-isolated', setupFiles: [setup('patience')] } },
      {
        ...base,
        test: {
          name: 'dom',
          environment: 'happy-dom',
          setupFiles: [setup('react-patience')],
          ...files('packages/*/src/**/*.dom.test.tsx', 'apps/*/src/**/*.dom.test.tsx'),
        },
      },
      {
        ...base,
        root: './packages/react-renderers',
        optimizeDeps: {
          include: [
            'axe-core',
            'react',
            'react/jsx-dev-runtime',
            'react-dom/client',
            'react-dom/server',
            'echarts/core',
            'echarts/charts',
            'echarts/components',
            'echarts/renderers',
            'echarts/features',
            'echarts-for-react/lib/core.js',
            '@tanstack/react-table',
            '@tanstack/react-virtual',
            'react-markdown',
            'remark-gfm',
            'rehype-raw',
            'rehype-sanitize',
            'katex/contrib/mhchem',
            'dompurify',
            'katex',
            'mermaid',
            'plotly.js-cartesian-dist-min',
            'shiki/core',
            'shiki/engine/javascript',
            'shiki/langs/typescript.mjs',
            'shiki/langs/python.mjs',
          ],
        },
        test: {
          name: 'browser',
          setupFiles: [setup('react-patience')],
          // The elements draw with the renderers, and share their optimized dependencies.
          ...files('src/**/*.browser.test.tsx', '../elements/src/**/*.browser.test.tsx'),
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: { ...(executablePath ? { executablePath } : {}), args: chromiumArgs } }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        ...base,
        test: {
          name: 'e2e',
          globalSetup: [setup('browser-server')],
          setupFiles: [setup('patience')],
          ...files('apps/*/e2e/**/*.e2e.test.ts', 'examples/*/*.e2e.test.ts'),
        },
      },
    ],
  },
})
