import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { TextBudgetContext, useReservedMs, useTextBudget } from './text-budget.ts'

let unmount = () => {}
afterEach(() => unmount())

function Text({ ms }: { ms: number }) {
  return <p>{useReservedMs(useTextBudget(), ms)}</p>
}

function Component({ texts }: { texts: readonly (readonly [string, number])[] }) {
  return (
    <TextBudgetContext.Provider value={useTextBudget()}>
      {texts.map(([key, ms]) => (
        <Text key={key} ms={ms} />
      ))}
    </TextBudgetContext.Provider>
  )
}

it('is shared by the texts of a component, in their order, and what texts that are gone had is there when others are rendered later', async () => {
  const box = document.createElement('div')
  const root = createRoot(box)
  unmount = () => root.unmount()
  const show = async (texts: readonly (readonly [string, number])[], granted: readonly number[]) => {
    root.render(
      <StrictMode>
        <Component texts={texts} />
      </StrictMode>,
    )
    await vi.waitFor(() => expect([...box.querySelectorAll('p')].map((text) => Number(text.textContent))).toEqual(granted))
  }
  await show(
    [
      ['a', 300],
      ['b', 300],
      ['c', 10],
    ],
    [300, 200, 0],
  )
  await show(
    [
      ['b', 300],
      ['c', 10],
    ],
    [200, 0],
  )
  await show(
    [
      ['b', 20],
      ['c', 10],
      ['d', 900],
    ],
    [20, 10, 470],
  )
})

it('is one for each text outside of a component', async () => {
  const box = document.createElement('div')
  const root = createRoot(box)
  unmount = () => root.unmount()
  root.render([<Text key="a" ms={400} />, <Text key="b" ms={400} />])
  await vi.waitFor(() => expect(box.textContent).toBe('400400'))
})
