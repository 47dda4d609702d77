import { type FileClient, type MessageFile, PfError } from '@pf/core'
import { describe, expect, it, vi } from 'vitest'
import { createFileList } from './create-file-list.ts'

const limits = { maxFiles: 3, maxBytes: 10 }
const fileOf = (text: string, name = 'a.txt') => new File([text], name)
const stored = (name: string): MessageFile => ({ kind: 'document', media_type: 'text/plain', name, artifact_id: `file-${name}`, bytes: 1 })

/** A client whose uploads end when the test decides. */
function heldClient() {
  const held: { name: string; signal: AbortSignal | undefined; resolve: (file: MessageFile) => void; reject: (error: unknown) => void }[] = []
  const uploadFile = vi.fn<FileClient['uploadFile']>(
    (_, file, { signal } = {}) => new Promise((resolve, reject) => held.push({ name: (file as File).name, signal, resolve, reject })),
  )
  return { client: { uploadFile }, held }
}

const states = (list: ReturnType<typeof createFileList>) => list.getSnapshot().map(({ name, status, error }) => [name, status, error?.code].join(' ').trim())

describe('the files for the next message', () => {
  it('[003-in-08] are uploaded at once, and taken when they are stored', async () => {
    const { client, held } = heldClient()
    const list = createFileList(client, 't1', limits)
    expect(list.add([fileOf('x', 'a'), fileOf('y', 'b')])).toBe(0)
    expect(client.uploadFile.mock.calls.map(([thread]) => thread)).toEqual(['t1', 't1'])
    held[1]?.resolve(stored('b'))
    await vi.waitFor(() => expect(states(list)).toEqual(['a uploading', 'b ready']))
    expect(list.take()).toEqual([stored('b')])
    expect(states(list)).toEqual(['a uploading'])
    held[0]?.resolve(stored('a'))
    await vi.waitFor(() => expect(list.take()).toEqual([stored('a')]))
    expect(list.getSnapshot()).toEqual([])
  })

  it('that are empty, too large or too many are not sent', async () => {
    const { client } = heldClient()
    const list = createFileList(client, 't1', limits)
    expect(list.add([fileOf(''), fileOf('12345678901'), fileOf('1234567890'), fileOf('4'), fileOf('5')])).toBe(2)
    await vi.waitFor(() => expect(states(list)).toEqual(['a.txt failed invalid_input', 'a.txt failed too_large', 'a.txt uploading']))
    expect(client.uploadFile).toHaveBeenCalledTimes(1)
    expect(list.add([fileOf('6')])).toBe(1)
    expect(list.take()).toEqual([])
  })

  it('fail with the code of the server and can be sent again', async () => {
    const { client, held } = heldClient()
    const list = createFileList(client, 't1', limits)
    list.add([fileOf('x', 'a')])
    held[0]?.reject(new PfError('network', 'The server cannot be reached.'))
    await vi.waitFor(() => expect(states(list)).toEqual(['a failed network']))
    list.retry(list.getSnapshot()[0]?.id ?? '')
    list.retry(list.getSnapshot()[0]?.id ?? '')
    expect(states(list)).toEqual(['a uploading'])
    expect(client.uploadFile).toHaveBeenCalledTimes(2)
    held[1]?.resolve(stored('a'))
    await vi.waitFor(() => expect(states(list)).toEqual(['a ready']))
    expect(list.getSnapshot()[0]).not.toHaveProperty('error')
  })

  it('are aborted when they are removed, and a late result changes nothing', async () => {
    const { client, held } = heldClient()
    const list = createFileList(client, 't1', limits)
    list.add([fileOf('x', 'a'), fileOf('y', 'b')])
    list.remove(list.getSnapshot()[0]?.id ?? '')
    expect([held[0]?.signal?.aborted, held[1]?.signal?.aborted]).toEqual([true, false])
    held[0]?.resolve(stored('a'))
    await Promise.resolve()
    expect(states(list)).toEqual(['b uploading'])
    list.clear()
    expect([held[1]?.signal?.aborted, list.getSnapshot()]).toEqual([true, []])
  })
})
