import { useMutation, useQueryClient } from '@tanstack/react-query'
import Mail from 'lucide-react/icons/mail'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { languageInfo, type Language } from '#contract/languages.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { studentKeys, writeTo } from '../../api/students.queries.ts'
import { MessageDialog } from '../bulk/MessageDialog.tsx'

interface Props {
  person: { id: number; name: string; language: Language }
  /** What stands in the dialog when it opens. */
  draft?: { subject: string; text: string }
}

/** Opens a mail to one person. The product sends it, so whoever writes needs no address. */
export const WriteToPerson = ({ person, draft }: Props) => {
  const { t } = useTranslation('students')
  // A new key for each mail: a press that is repeated sends nothing twice.
  const [key, setKey] = useState<string | null>(null)
  const name = isolated(person.name)
  const send = useSend(person, () => setKey(null))
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        className="shrink-0"
        data-no-print=""
        icon={<Mail aria-hidden="true" size={16} />}
        aria-label={t('write.to', { name })}
        onClick={() => setKey(crypto.randomUUID())}
      >
        {t('write.open')}
      </Button>
      {key !== null && (
        <MessageDialog
          title={t('write.to', { name })}
          about={<About language={person.language} />}
          {...(draft && { draft })}
          isPending={send.isPending}
          onClose={() => setKey(null)}
          onSend={(message) => send.mutate({ ...message, idempotency_key: key })}
        />
      )}
    </>
  )
}

const About = ({ language }: { language: Language }) => {
  const { t } = useTranslation('students')
  const own = useLanguage()
  return (
    <>
      {t('write.about')}
      {language !== own && <> {t('write.language', { language: languageInfo(language).name })}</>}
    </>
  )
}

const useSend = ({ id, name }: Props['person'], onDone: () => void) => {
  const { t } = useTranslation('students')
  const notify = useNotify()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (message: Parameters<typeof writeTo>[1]) => writeTo(id, message),
    onSuccess: () => {
      notify({ kind: 'success', title: t('write.done', { name: isolated(name) }) })
      onDone()
      return queries.invalidateQueries({ queryKey: studentKeys.messages(id) })
    },
    onError: (error) => notify({ kind: 'error', title: errorText(error, t('write.failed')) }),
  })
}
