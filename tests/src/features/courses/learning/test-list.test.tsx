import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import {
  TestList,
  type ShownResult,
} from '#src/features/courses/learning/components/problem/code/TestList.tsx'
import { renderPage } from '#tests/support/web/render.tsx'

const aResult = (id: string, error: string): ShownResult => ({
  id,
  title: `Test ${id}`,
  hidden: false,
  outcome: 'error',
  output: '',
  expected: '4',
  error,
  passed: false,
})
const SYNTAX = "SyntaxError: '(' was never closed"
const show = (...results: ShownResult[]) => renderPage(<TestList results={results} kind="python" />)

it('shows the message of code that cannot run once, not in every test', async () => {
  await show(aResult('a', SYNTAX), aResult('b', SYNTAX), aResult('c', SYNTAX))
  expect(await screen.findAllByText(SYNTAX)).toHaveLength(1)
  expect(screen.getAllByText('4')).toHaveLength(3)
})

it('shows different messages in their tests', async () => {
  await show(aResult('a', SYNTAX), aResult('b', 'NameError: x'))
  expect((await screen.findByText(SYNTAX)).closest('li')).toHaveTextContent('Test a')
  expect(screen.getByText('NameError: x').closest('li')).toHaveTextContent('Test b')
})

it('leaves the message of the only test in it', async () => {
  await show(aResult('a', SYNTAX))
  expect((await screen.findByText(SYNTAX)).closest('li')).toHaveTextContent('Test a')
})
