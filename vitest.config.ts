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

export default defineConfig({
  plugins: [react()],
  test: {
    passWithNoTests: false,
    projects: [
      { ...base, test: { name: 'node', include: ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.ts'] } },
      { ...base, test: { name: 'dom', environment: 'happy-dom', include: ['packages/*/src/**/*.dom.test.tsx'] } },
      {
        ...base,
        root: './packages/react-renderers',
        optimizeDeps: {
          include: [
            'react',
            'react/jsx-dev-runtime',
            'react-dom/client',
            'echarts/core',
            'echarts/charts',
            'echarts/components',
            'echarts/renderers',
            'echarts-for-react/lib/core',
          ],
        },
        test: {
          name: 'browser',
          include: ['src/**/*.browser.test.tsx'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: { ...(executablePath ? { executablePath } : {}), args: chromiumArgs } }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      { ...base, test: { name: 'e2e', include: ['apps/*/e2e/**/*.e2e.test.ts'], testTimeout: 30_000, hookTimeout: 60_000 } },
    ],
  },
})
