import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StudentMessage } from '#contract/students/messages.ts'
import type { Student } from '#contract/students/students.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { ListStates } from '#src/core/lists/ListStates.tsx'
import { formatDate, formatNumber } from '#src/shared/lib/format.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { messagesQuery } from '../../api/students.queries.ts'
import { WriteToPerson } from './WriteToPerson.tsx'

const FIRST = 5
const ALL = 100

/** What the person was written to, and a way to write. */
export const MessagesCard = ({ student }: { student: Student }) => {
  const { t } = useTranslation('students')
  const language = useLanguage()
  const [limit, setLimit] = useState(FIRST)
  const messages = useQuery(messagesQuery(student.id, limit))
  const count = messages.data?.count ?? 0
  return (
    <section aria-labelledby="student-messages">
      <Card>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="student-messages" className="text-lg font-semibold text-ink">
            {t('messages.title')}
          </h2>
          {!student.is_disabled && <WriteToPerson person={student} />}
        </div>
        <ListStates
          rows={messages.data?.results}
          query={messages}
          texts={{
            loading: t('messages.loading'),
            failed: t('messages.failed'),
            empty: { title: t('messages.empty') },
          }}
          skeleton={{ rows: 2, className: 'h-14' }}
        >
          {(rows) => (
            <ul className="mt-2 divide-y divide-line">
              {rows.map((message) => (
                <Message key={`${message.kind}-${message.id}`} message={message} />
              ))}
            </ul>
          )}
        </ListStates>
        {count > limit && limit < ALL && (
          <Button variant="secondary" size="sm" className="mt-3" onClick={() => setLimit(ALL)}>
            {t('messages.all', { number: formatNumber(Math.min(count, ALL), language) })}
          </Button>
        )}
      </Card>
    </section>
  )
}

const Message = ({ message }: { message: StudentMessage }) => (
  <li className="py-1">
    {message.text === null ? (
      <div className="py-2">
        <Head message={message} />
      </div>
    ) : (
      <details>
        <summary className="flex min-h-11 cursor-pointer flex-col justify-center rounded-lg py-2">
          <Head message={message} />
        </summary>
        <p dir="auto" className="pb-3 text-sm whitespace-pre-line text-ink wrap-anywhere">
          {message.text}
        </p>
      </details>
    )}
  </li>
)

const Head = ({ message: { kind, subject, by, at, result } }: { message: StudentMessage }) => {
  const { t } = useTranslation('students')
  const language = useLanguage()
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <bdi className="min-w-0 font-medium text-ink wrap-anywhere">{subject}</bdi>
        {result !== 'sent' && <Badge tone="warning">{t(`messages.results.${result}`)}</Badge>}
      </span>
      <span className="block text-sm text-ink-muted">
        {[
          formatDate(at, language, { time: true }),
          t(`messages.kinds.${kind}`),
          ...(by === null ? [] : [isolated(by)]),
        ].join(' · ')}
      </span>
    </>
  )
}
