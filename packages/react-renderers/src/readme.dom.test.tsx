import { readFileSync } from 'node:fs'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { App } from './__fixtures__/readme-example.tsx'
import { fakeClient } from './test-support/fake-client.ts'
import { chunk, finished, logOf, payload, started, text } from './test-support/run-log.ts'

afterEach(cleanup)

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

it('the README’s example is this file', () => {
  expect(read('../README.md')).toContain(read('./__fixtures__/readme-example.tsx'))
})

it('the README’s example shows an answer with its component', async () => {
  const { client, streams } = fakeClient()
  render(<App client={client} />)
  fireEvent.click(screen.getByText('Ask'))
  await waitFor(() => expect(streams).toHaveLength(1))
  const run_id = streams[0]?.run_id ?? ''
  const meta = { message_id: `t:${run_id}`, registry_version: '1', source_tool: 'render_component' }
  streams[0]?.push(
    ...logOf([
      started(run_id),
      chunk('a', 'metric', { value: 7.2, label: 'Delay' }, { meta }),
      ...text('m', 'It fell.'),
      finished({ result: payload('It fell.') }, run_id),
    ]),
  )
  streams[0]?.end()
  expect(await screen.findByText('How did delays develop?')).toBeTruthy()
  await waitFor(() => expect(document.querySelector('.pf-metric-value')?.textContent).toBe('7.2'))
  await waitFor(() => expect(document.querySelector('.pf-md')?.textContent).toBe('It fell.'))
})
