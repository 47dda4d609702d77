import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { PfProvider } from '../provider/pf-provider.tsx'
import { fakeClient } from '../test-support/fake-client.ts'
import { finished, logOf, payload, started, text } from '../test-support/run-log.ts'
import { PfChat } from './pf-chat.tsx'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })
afterEach(cleanup)

async function answered(onReport?: (run: { threadId: string; runId: string }) => void) {
  const { client, streams } = fakeClient()
  render(
    <PfProvider client={client}>
      <PfChat threadId="t1" restore={false} examples={[{ ask: 'How is revenue?', shows: 'A figure' }]} {...(onReport ? { onReport } : {})} />
    </PfProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: /How is revenue/ }))
  const stream = await vi.waitFor(() => {
    if (!streams[0]?.run_id) throw new Error('not asked')
    return streams[0]
  })
  await screen.findByRole('article')
  const before = screen.queryByRole('button', { name: 'Report a problem' })
  const id = stream.run_id
  stream.push(...logOf([started(id), ...text('m1', 'Revenue rose.'), finished({ result: payload('Revenue rose.', { warnings: ['Preliminary.'] }) }, id)]))
  stream.end()
  await screen.findByText('Preliminary.')
  return { before, runId: id }
}

describe('onReport of PfChat', () => {
  it('receives the run of a finished answer', async () => {
    const onReport = vi.fn()
    const { before, runId } = await answered(onReport)
    expect(before).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Report a problem' }))
    expect(onReport.mock.calls).toEqual([[{ threadId: 't1', runId }]])
  })

  it('shows no button where the page takes no reports', async () => {
    await answered()
    expect(screen.queryByRole('button', { name: 'Report a problem' })).toBeNull()
  })
})
