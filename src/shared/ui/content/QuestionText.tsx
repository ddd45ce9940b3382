import { Fragment } from 'react'
import { cx } from '../../lib/cx.ts'
import { questionBlocks, type TextBlock, type TextPart } from '../../lib/text/question-text.ts'
import { Maths } from './Maths.tsx'

type Props = { text: string; className?: string | undefined }

/**
 * A question with its code, formulas and tables. It uses only spans, because it also stands in legends,
 * headings and labels. Text without words sets no direction: it follows the page.
 */
export const QuestionText = ({ text, className }: Props) => {
  const blocks = questionBlocks(text)
  return (
    <span
      dir={blocks.some(hasWords) ? 'auto' : undefined}
      className={cx('block min-w-0 whitespace-pre-line break-words', className)}
    >
      {blocks.map((block, index) => (
        <Block key={index} block={block} />
      ))}
    </span>
  )
}

const isWord = ({ kind, text }: TextPart) => kind === 'words' && /\p{L}/u.test(text)
const hasWords = (block: TextBlock): boolean =>
  block.kind === 'text'
    ? block.parts.some(isWord)
    : [block.head ?? [], ...block.rows].some((row) => row.some((cell) => cell.some(isWord)))

const Block = ({ block }: { block: TextBlock }) => {
  if (block.kind === 'text') return <Parts parts={block.parts} />
  const { head, rows } = block
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must be able to scroll a wide table (WCAG 2.1.1)
    <span className="my-3 block max-w-full overflow-x-auto text-base font-normal" tabIndex={0}>
      <span role="table" className="table border-collapse text-start">
        {head && <Row cells={head} role="columnheader" className="font-semibold" />}
        {rows.map((cells, index) => (
          <Row key={index} cells={cells} role="cell" />
        ))}
      </span>
    </span>
  )
}

type RowProps = { cells: readonly (readonly TextPart[])[]; role: 'cell' | 'columnheader'; className?: string }

const Row = ({ cells, role, className }: RowProps) => (
  <span role="row" className={cx('table-row', className)}>
    {cells.map((parts, index) => (
      <span key={index} role={role} className="table-cell border border-line px-3 py-1.5 tabular-nums">
        <Parts parts={parts} />
      </span>
    ))}
  </span>
)

const Parts = ({ parts }: { parts: readonly TextPart[] }) =>
  parts.map(({ kind, text }, index) => {
    if (kind === 'code')
      return (
        <code
          key={index}
          dir="ltr"
          className="inline-block max-w-full rounded bg-surface-sunken px-1.5 py-0.5 text-[0.9em]"
        >
          {text}
        </code>
      )
    if (kind === 'maths') return <Maths key={index} tex={text} />
    if (kind === 'sum')
      return (
        <bdi key={index} dir="ltr">
          {text}
        </bdi>
      )
    return <Fragment key={index}>{text}</Fragment>
  })
