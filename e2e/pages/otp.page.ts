import type { Page } from '@playwright/test'

/** The page that takes the 6-digit code, for a new account and for a new password (English). */
export class CodeForm {
  readonly page: Page
  constructor(page: Page) {
    this.page = page
  }
  get code() {
    return this.page.getByLabel('6-digit code').first()
  }
  get newPassword() {
    return this.page.getByLabel('New password', { exact: true })
  }
  get password() {
    return this.page.getByLabel('Password', { exact: true })
  }
  get confirm() {
    return this.page.getByRole('button', { name: 'Confirm' })
  }
  get setPassword() {
    return this.page.getByRole('button', { name: 'Set new password' })
  }
  get resend() {
    return this.page.getByRole('button', { name: 'Send a new code' })
  }
  /** Pastes text as copied from the mail. */
  async paste(text: string) {
    await this.code.focus()
    await this.code.evaluate((target, pasted) => {
      const data = new DataTransfer()
      data.setData('text/plain', pasted)
      const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
      if (target.dispatchEvent(event)) document.execCommand('insertText', false, pasted)
    }, text)
  }
}
