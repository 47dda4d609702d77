// Takes the screenshot of the demo for the README: npm run pf -- node apps/demo/e2e/take-screenshot.ts
import { fileURLToPath } from 'node:url'
import { askQuestion, latestAnswer, launchBrowser, openPage, waitForEnd } from './open-page.ts'
import { startDemo } from './start-demo.ts'

const [demo, browser] = await Promise.all([startDemo(), launchBrowser()])
const { page } = await openPage(browser, demo.url, { width: 1440, height: 1180 })
await askQuestion(page, 'Give me a dashboard of the weather in Seattle')
await waitForEnd(page)
await latestAnswer(page).locator('canvas').first().waitFor()
await page.getByRole('tab', { name: 'Model view' }).click()
await page.getByText('Model saw').first().waitFor()
await page.evaluate(() => {
  document.querySelector('.pf-chat-scroll')?.scrollTo(0, 0)
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
})
await page.mouse.move(0, 0)
await page.waitForTimeout(500)
await page.screenshot({ path: fileURLToPath(new URL('../../../docs/demo.png', import.meta.url)) })
await browser.close()
await demo.stop()
