import { afterEach, expect, it } from 'vitest'
import { guardEcharts } from './echarts-component.ts'

const errors: string[] = []
function onError(event: ErrorEvent) {
  errors.push(event.message)
  event.preventDefault()
}
afterEach(() => window.removeEventListener('error', onError))

const frame = () => new Promise(requestAnimationFrame)

it('a chart that is removed while it is painted over several frames stops painting, without an error', async () => {
  window.addEventListener('error', onError)
  const thrown: unknown[] = []
  const echarts = guardEcharts((error) => thrown.push(error))
  for (let frames = 1; frames <= 6; frames++) {
    const element = document.createElement('div')
    element.style.cssText = 'width: 700px; height: 400px'
    document.body.append(element)
    const chart = echarts.init(element)
    const data = Array.from({ length: 40_000 }, (_, at) => [at % 997, (at * 7) % 101])
    chart.setOption({
      animation: false,
      xAxis: {},
      yAxis: {},
      series: [{ type: 'scatter', symbol: 'diamond', progressive: 20_000, progressiveThreshold: 1, data }],
    })
    for (let at = 0; at < frames; at++) await frame()
    echarts.dispose(element)
    element.remove()
    for (let at = 0; at < 5; at++) await frame()
  }
  expect([errors, thrown]).toEqual([[], []])
})
