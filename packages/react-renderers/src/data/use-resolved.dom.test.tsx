import type { ArtifactPage, JsonValue } from '@pf/core'
import { cleanup, configure, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { PfProvider } from '../provider/pf-provider.tsx'
import { noClient } from '../test-support/mount.tsx'
import { useResolved } from './use-resolved.ts'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })
afterEach(cleanup)

interface Option {
  series: { data: JsonValue }[]
}

const optionOf = (count: number): Option => ({ series: Array.from({ length: count }, (_, index) => ({ data: { artifact_id: `a${index}` } })) })

function resolve(option: Option, page: (id: string) => Omit<ArtifactPage, 'offset'>) {
  const client = noClient({ page: async (id, _path, offset) => ({ offset, ...page(id) }) })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <PfProvider client={client} locale="en">
      {children}
    </PfProvider>
  )
  return renderHook(() => useResolved(option), { wrapper }).result
}

describe('useResolved', () => {
  it.each([21, 64])('loads the rows of all of %i references', async (count) => {
    const result = resolve(optionOf(count), (id) => ({ items: [id], total: 1 }))
    await waitFor(() => expect(result.current.pending).toBe(false))
    expect((result.current.value as Option).series.map(({ data }) => data)).toEqual(Array.from({ length: count }, (_, index) => [`a${index}`]))
    expect(result.current.notice).toBeUndefined()
  })

  it('loads the first 64 of 65 references and says so', async () => {
    const result = resolve(optionOf(65), (id) => ({ items: [id], total: 1 }))
    await waitFor(() => expect(result.current.pending).toBe(false))
    const { series } = result.current.value as Option
    expect([series[63]?.data, series[64]?.data]).toEqual([['a63'], { artifact_id: 'a64' }])
    expect(result.current.notice).toBe('This component refers to 65 stored results. Only the first 64 were loaded.')
  })

  it('asks for the rows that a reference is limited to, keeps the fields that it selects, and does not count the others', async () => {
    const rows = Array.from({ length: 5_000 }, (_, index) => ({ a: index, b: 'left out', ['__proto__']: index }))
    const asked: number[] = []
    const client = noClient({
      page: async (_id, _path, offset, limit) => {
        asked.push(limit)
        return { items: rows.slice(offset, offset + limit), offset, total: 200_000 }
      },
    })
    const data = { artifact_id: 'a', select: ['missing', 'a'], limit: 1_200 }
    const wrapper = ({ children }: { children: ReactNode }) => <PfProvider client={client}>{children}</PfProvider>
    const { result } = renderHook(() => useResolved(data), { wrapper })
    await waitFor(() => expect(result.current.pending).toBe(false))
    expect(result.current.value).toEqual(Array.from({ length: 1_200 }, (_, a) => ({ a })))
    expect([asked, result.current.notice]).toEqual([[1_000, 200], undefined])
  })

  it('says so when there are more rows than are loaded', async () => {
    const rows = Array.from({ length: 1_000 }, () => 0)
    const result = resolve(optionOf(1), () => ({ items: rows, total: 100_001 }))
    await waitFor(() => expect(result.current.pending).toBe(false))
    expect(result.current.notice).toBe('Only the first 100,000 of 100,001 rows were loaded.')
  })

  it('reports a failure and keeps the value as it was', async () => {
    const option = optionOf(2)
    const result = resolve(option, () => {
      throw new Error('gone')
    })
    await waitFor(() => expect(result.current.failed).toBe(true))
    expect(result.current.value).toBe(option)
  })
})
