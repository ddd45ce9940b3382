import { useTranslation } from 'react-i18next'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { CodeBlock } from '../sheet/ScrollBox.tsx'

/** One message for code that cannot be read, instead of the same one below every test. */
export const SyntaxErrorNote = ({ message }: { message: string }) => {
  const { t } = useTranslation('courses/learning/problem')
  return (
    <Alert kind="warning" title={t('outcome.syntax')}>
      <p>{t('outcome.syntaxHint')}</p>
      <div className="mt-2">
        <CodeBlock label={t('outcome.error')}>{message}</CodeBlock>
      </div>
    </Alert>
  )
}
