import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '#src/shared/lib/save-file.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'

interface Props {
  /** Where no heading above says it. */
  title?: string
  codes: readonly string[]
  doneLabel: string
  onDone: () => void
}

/** The recovery codes: shown once, to be kept somewhere safe. */
export const RecoveryCodes = ({ title, codes, doneLabel, onDone }: Props) => {
  const { t } = useTranslation('auth/two-step')
  const text = `${codes.join('\n')}\n`
  return (
    <div className="space-y-4">
      <Alert kind="warning" title={title}>
        {t('codes.text')}
      </Alert>
      <ul
        dir="ltr"
        aria-label={t('codes.list')}
        className="grid gap-1 rounded-lg bg-surface-sunken p-4 font-mono text-sm"
      >
        {codes.map((code) => (
          <li key={code} className="break-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={text} />
        <Button variant="secondary" size="sm" onClick={() => saveFile('recovery-codes.txt', text)}>
          {t('codes.download')}
        </Button>
      </div>
      <Button block onClick={onDone}>
        {doneLabel}
      </Button>
    </div>
  )
}

const CopyButton = ({ text }: { text: string }) => {
  const { t } = useTranslation('auth/two-step')
  const [state, setState] = useState<'ready' | 'copied' | 'failed'>('ready')
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setState('copied'),
      () => setState('failed'),
    )
  return (
    <Button variant="secondary" size="sm" onClick={() => void copy()}>
      <span aria-live="polite">{t(`codes.copy.${state}`)}</span>
    </Button>
  )
}
