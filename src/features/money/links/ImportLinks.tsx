import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LINK_IMPORT_CHARACTERS_MAX, type LinkImport } from '#contract/money/payment-links.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { saveFile } from '#src/shared/lib/save-file.ts'
import { BackLink } from '#src/shared/ui/BackLink.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Checkbox } from '#src/shared/ui/forms/Checkbox.tsx'
import { ChooseFile } from '#src/shared/ui/forms/ChooseFile.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { ImportRows } from './ImportRows.tsx'
import { useImportLinks } from './links.queries.ts'

const TEMPLATE =
  '\u{feff}title,amount,currency,first_part,email,expires_on,reference\r\nExam fee,1500.00,INR,500.00,name@example.com,,A-1\r\n'

/** Many links from a spreadsheet: first tried, then made. */
export const ImportLinks = () => {
  const { t } = useTranslation('money/links')
  const state = useImport()
  const { result, failure } = state
  return (
    <div className="mx-auto max-w-4xl">
      <PageHeader
        above={<BackLink to="?">{t('back')}</BackLink>}
        title={t('import.title')}
        text={t('import.text')}
      />
      <div className="flex flex-col gap-5">
        {failure !== null && <Alert kind="error">{failure}</Alert>}
        {result === null ? (
          <Card as="section" className="flex flex-col gap-4">
            <ChooseFile
              accept=".csv,text/csv"
              label={t('import.choose')}
              hint={t('import.hint')}
              onFile={(file) => void state.read(file)}
            />
            <Button
              variant="ghost"
              className="self-start"
              icon={<Download aria-hidden="true" size={18} />}
              onClick={() => saveFile('payment-links.csv', TEMPLATE, 'text/csv')}
            >
              {t('import.template')}
            </Button>
          </Card>
        ) : (
          <Result state={state} result={result} />
        )}
      </div>
    </div>
  )
}

const useImport = () => {
  const { t } = useTranslation('money/links')
  const run = useImportLinks()
  const [csv, setCsv] = useState('')
  const [mails, setMails] = useState(true)
  const [unread, setUnread] = useState<string | null>(null)
  const read = async (file: File) => {
    const text = await file.text().catch(() => '')
    if (text === '' || text.length > LINK_IMPORT_CHARACTERS_MAX) return setUnread(t('import.unreadable'))
    setUnread(null)
    setCsv(text)
    run.mutate({ csv: text, dry_run: true, mails: false })
  }
  return {
    result: run.data ?? null,
    isDone: run.variables?.dry_run === false && run.isSuccess,
    isPending: run.isPending,
    failure: unread ?? (run.isError ? errorText(run.error, t('import.failed')) : null),
    mails,
    setMails,
    read,
    create: () => run.mutate({ csv, dry_run: false, mails }),
    restart: () => run.reset(),
  }
}

type ResultProps = { state: ReturnType<typeof useImport>; result: LinkImport }

const Result = ({ state, result }: ResultProps) => {
  const { t } = useTranslation('money/links')
  const { rows, errors_csv: errors } = result
  const countOf = (outcome: LinkImport['rows'][number]['outcome']) =>
    rows.filter((row) => row.outcome === outcome).length
  const ready = countOf('ready')
  const hasPeople = rows.some(({ outcome, email }) => outcome === 'ready' && email !== null)
  return (
    <>
      <Alert
        kind={countOf('wrong') > 0 ? 'warning' : 'success'}
        title={t(state.isDone ? 'import.done' : 'import.tried')}
      >
        <ul>
          {(['ready', 'created', 'known', 'wrong'] as const)
            .filter((outcome) => countOf(outcome) > 0)
            .map((outcome) => (
              <li key={outcome}>{t(`import.count.${outcome}`, { count: countOf(outcome) })}</li>
            ))}
        </ul>
      </Alert>
      {hasPeople && (
        <Checkbox
          label={t('import.mails')}
          checked={state.mails}
          onChange={({ target }) => state.setMails(target.checked)}
        />
      )}
      <div className="flex flex-wrap gap-3">
        {ready > 0 && (
          <Button pending={state.isPending} onClick={state.create}>
            {t('import.create', { count: ready })}
          </Button>
        )}
        {errors !== null && (
          <Button
            variant="secondary"
            icon={<Download aria-hidden="true" size={18} />}
            onClick={() => saveFile('payment-links-to-mend.csv', errors, 'text/csv')}
          >
            {t('import.errors')}
          </Button>
        )}
        <Button variant="secondary" onClick={state.restart}>
          {t('import.again')}
        </Button>
      </div>
      <ImportRows rows={rows} />
    </>
  )
}
