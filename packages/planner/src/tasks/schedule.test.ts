import { describe, expect, it } from 'vitest'
import { localTime, nextTime, readSchedule } from './schedule.ts'

const now = Date.parse('2026-11-30T08:12:30Z')
const read = (text: unknown, zone: unknown = 'Europe/Berlin') => readSchedule(text, zone, now)
const timeOf = (text: string, zone?: string) => {
  const result = read(text, zone)
  return result.ok ? new Date(result.schedule.at).toISOString() : result.expected
}

describe('the schedule of a task', () => {
  it.each([
    ['2027-01-31T08:00', '2027-01-31T07:00:00.000Z'],
    ['2027-07-31T08:00', '2027-07-31T06:00:00.000Z'],
    ['2027-01-31T08:00:15', '2027-01-31T07:00:15.000Z'],
    ['2027-01-31T08:00Z', '2027-01-31T08:00:00.000Z'],
    ['2027-01-31T08:00:00.250Z', '2027-01-31T08:00:00.000Z'],
    ['2027-01-31t08:00+02:00', '2027-01-31T06:00:00.000Z'],
    // The clocks go forward from 2:00 to 3:00 that night.
    ['2027-03-28T02:30', '2027-03-28T01:30:00.000Z'],
    ['PT20M', '2026-11-30T08:32:30.000Z'],
    ['P1DT2H3M4S', '2026-12-01T10:15:34.000Z'],
    [' p2w ', '2026-12-14T08:12:30.000Z'],
  ])('%s is one time', (text, time) => {
    expect([timeOf(text), read(text)]).toEqual([time, { ok: true, schedule: { kind: 'once', at: Date.parse(time) } }])
  })

  it.each([
    ['0 8 * * 1-5', '2026-12-01T07:00:00.000Z'],
    ['  */5   * * * * ', '2026-11-30T08:15:00.000Z'],
    ['@daily', '2026-11-30T23:00:00.000Z'],
    ['0 0 29 2 *', '2028-02-28T23:00:00.000Z'],
  ])('%s is repeated', (text, time) => {
    expect(read(text)).toEqual({
      ok: true,
      schedule: { kind: 'cron', cron: text.trim().split(/\s+/).join(' '), time_zone: 'Europe/Berlin', at: Date.parse(time) },
    })
  })

  it.each([
    null,
    5,
    '',
    '   ',
    'tomorrow',
    'P',
    'PT',
    '* * * * * *',
    '* * * *',
    '61 * * * *',
    '0 0 30 2 *',
    '2027',
    '2027-01-31',
    `0 8 * * ${'1,'.repeat(200)}1`,
  ])('%j is refused with the forms that are accepted', (text) => {
    expect(read(text)).toEqual({ ok: false, field: 'schedule', expected: expect.stringMatching(/such as 2027-01-31T08:00, .* PT20M, .* 0 8 \* \* 1-5/) })
  })

  it.each(['2027-02-30T08:00', '2027-13-01T08:00', '2027-01-31T25:00'])('%s is refused because there is no such date', (text) => {
    expect(timeOf(text)).toMatch(/^a date that exists/)
  })

  it.each(['2026-11-30T09:12', '2020-01-01T00:00Z', 'PT0S', 'P9999W', '2032-01-31T08:00'])(
    '%s is refused with the current time, because it is not in the next five years',
    (text) => {
      expect(timeOf(text)).toBe('a time in the next five years; it is 2026-11-30T09:12 (Monday, Europe/Berlin) now')
    },
  )

  it.each(['Mars/Olympus', '', 5, null, 'x'.repeat(300)])('a time zone %j is refused', (zone) => {
    expect(read('PT20M', zone)).toMatchObject({ ok: false, field: 'time_zone' })
  })

  it('keeps the local time when the clocks change, once each day', () => {
    const times = { cron: '30 2 * * *', time_zone: 'Europe/Berlin' }
    const following = (start: string) => {
      let at: number | undefined = Date.parse(start)
      return [1, 2, 3].map(() => {
        at = nextTime(times, at ?? 0)
        return new Date(at ?? 0).toISOString().slice(5, 16)
      })
    }
    expect(following('2027-03-26T12:00Z')).toEqual(['03-27T01:30', '03-28T01:00', '03-29T00:30'])
    expect(following('2027-10-30T12:00Z')).toEqual(['10-31T00:30', '11-01T01:30', '11-02T01:30'])
  })

  it('is written for people with weekday and zone', () => {
    expect(localTime(now, 'Asia/Tokyo')).toBe('2026-11-30T17:12 (Monday, Asia/Tokyo)')
  })
})
