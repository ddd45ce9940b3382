import { useTranslation } from 'react-i18next'
import type { ShownOption } from '#contract/courses/quiz.ts'

type Pair = { left: string; right: string }
type Props = {
  left: readonly ShownOption[]
  right: readonly ShownOption[]
  pairs: readonly Pair[]
  onChange: (pairs: Pair[]) => void
}

/** A native select for each left side, which works by touch, keyboard and voice. */
export const MatchBody = ({ left, right, pairs, onChange }: Props) => {
  const { t } = useTranslation('courses/learning')
  const choose = (leftId: string, rightId: string) => {
    const others = pairs.filter((pair) => pair.left !== leftId)
    onChange(rightId === '' ? others : [...others, { left: leftId, right: rightId }])
  }
  return (
    <ul className="flex flex-col gap-3">
      {left.map((side) => {
        const chosen = pairs.find((pair) => pair.left === side.id)?.right ?? ''
        return (
          <li key={side.id}>
            <label className="grid items-center gap-x-4 gap-y-1.5 sm:grid-cols-2">
              <span dir="auto" className="text-ink">
                {side.text}
              </span>
              <select
                dir="auto"
                value={chosen}
                className="control"
                onChange={(event) => choose(side.id, event.target.value)}
              >
                <option value="">{t('quiz.choose')}</option>
                {right.map((option) => {
                  const isUsed = pairs.some((pair) => pair.right === option.id && pair.left !== side.id)
                  return (
                    <option key={option.id} value={option.id}>
                      {isUsed ? t('quiz.used', { text: option.text }) : option.text}
                    </option>
                  )
                })}
              </select>
            </label>
          </li>
        )
      })}
    </ul>
  )
}
