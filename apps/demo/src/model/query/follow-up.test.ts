import { describe, expect, it } from 'vitest'
import { composeSql } from './compose-sql.ts'
import { understandInContext } from './follow-up.ts'

/** Returns the SQL of the last question of a conversation, or the kind of another result. */
function sqlOf(...questions: string[]): string {
  const understood = understandInContext(questions.at(-1) ?? '', questions.slice(0, -1))
  return understood.kind === 'query' ? composeSql(understood.query).rows : understood.kind
}

describe('a question that changes the one before', () => {
  it('keeps what it does not name', () => {
    expect(sqlOf('life expectancy in Japan in 1990', 'and in Germany?')).toMatch(/life_expectancy.*country IN \('Germany'\) AND year >= 1990/s)
    expect(sqlOf('life expectancy in Japan in 1990', 'and in Germany?', 'what about fertility?')).toMatch(
      /fertility.*country IN \('Germany'\) AND year >= 1990/s,
    )
    expect(sqlOf('average body mass by species', 'and by island?')).toMatch(/avg\(body_mass_g\).*GROUP BY island/s)
    expect(sqlOf('average body mass by species', 'and by island?', 'only for females')).toMatch(/avg\(body_mass_g\).*IN \('female'\) GROUP BY island/s)
    expect(sqlOf('10 heaviest penguins', 'now the lightest', 'only Adelie')).toMatch(/species IN \('Adelie'\).*ORDER BY body_mass_g ASC/s)
    expect(sqlOf('How many penguins live on Dream?', 'and on Biscoe?')).toMatch(/count\(\*\).*island IN \('Biscoe'\)/s)
    expect(sqlOf('hottest day in 2014', 'and 2013?')).toMatch(/temp_max_c.*2013-01-01/s)
    expect(sqlOf('average body mass by species', 'as a table')).toMatch(/avg\(body_mass_g\).*GROUP BY species/s)
  })

  it('keeps the rows to which it refers', () => {
    expect(sqlOf('penguins on Dream', 'their average body mass')).toMatch(/avg\(body_mass_g\).*island IN \('Dream'\)/s)
    expect(sqlOf('penguins on Dream', 'how many of them are female?')).toMatch(
      /count\(\*\).*island IN \('Dream'\).*IN \('female'\)|IN \('female'\).*IN \('Dream'\)/s,
    )
  })

  it.each([
    ['hottest day in 2014', 'how much did it rain on that day'],
    ['heaviest penguin', 'how long is its beak?'],
    ['heaviest penguin', 'is it a Gentoo?'],
    ['heaviest penguin', 'which island is it on?'],
    ['latest CO2 value', 'CO2 in that month'],
    ['how much did it rain on that day'],
    ['how long is its beak?'],
  ])('does not take the reference of "%s", "%s" for all rows', (...questions) => {
    expect(sqlOf(...questions)).toBe('problem')
  })

  it('knows what a word refers to in the question itself', () => {
    expect(sqlOf('heaviest penguin', 'Which cars have more than 200 hp and what is their weight')).not.toBe('problem')
    expect(sqlOf('average body mass of Gentoo and their beak length')).toMatch(/body_mass_g/)
    expect(sqlOf('hottest day in 2014', 'how much did it rain in 2013')).toMatch(/precipitation_mm/)
  })

  it('stands alone where it names everything or another data set', () => {
    expect(sqlOf('average body mass by species', 'How many cars are there?')).toMatch(/FROM cars$/)
    expect(sqlOf('average body mass by species', 'and the weather?')).toMatch(/FROM weather/)
  })

  it('is not understood where a word of it is not', () => {
    expect(sqlOf('hottest day in 2014', 'in Paris?')).toBe('unknown')
    expect(sqlOf('hottest day in 2014', 'and in Paris?')).toBe('unknown')
    expect(sqlOf('average body mass by species', 'and their age?')).toBe('unknown')
    expect(sqlOf('as a table')).toBe('unknown')
  })

  it('says that it was read as a change', () => {
    const understood = understandInContext('and in 1990?', ['CO2 in 1970'])
    expect(understood.kind === 'query' && understood.query.notes).toContain('This is read as a change of the question before: “CO2 in 1970”')
  })
})
