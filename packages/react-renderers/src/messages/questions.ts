/** Messages of every question but a form, and of what the page says around each of them. */
export const questionMessages = {
  asks: 'The assistant asks before it goes on.',
  waits: (withArguments: boolean) => ` waits for your answer${withArguments ? ' and would go on with' : '.'}`,
  moreArguments: (count: number) => (count === 1 ? 'One more argument is not shown here.' : `${count} more arguments are not shown here.`),
  argumentsNotShown: 'Its arguments cannot be shown here.',
  waiting: (heading: string) => `Waiting for your answer: ${heading || 'a question'}`,
  beingSent: 'Your answer is being sent.',
  notTaken: 'Your answer was not taken. It is kept; you can try again.',
  sending: 'Sending…',
  notSent: 'Your answer could not be sent. It is kept here; you can try again or leave it.',
  needs: (expected: string) => `needs ${expected}`,
  cancel: 'Not now',
  answered: 'You answered',
  answeredElsewhere: 'Answered in another window',
  expired: 'This can no longer be answered',
  cancelled: 'Left without an answer',
}
