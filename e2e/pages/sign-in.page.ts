import type { Page } from '@playwright/test'

/** The sign-in page as a person sees it (English). */
export class SignInForm {
  readonly page: Page
  constructor(page: Page) {
    this.page = page
  }
  get heading() {
    return this.page.getByRole('heading', { level: 1 })
  }
  get identifier() {
    return this.page.getByLabel('E-mail or username')
  }
  get password() {
    return this.page.getByLabel('Password', { exact: true })
  }
  get submit() {
    return this.page.getByRole('button', { name: /^Sign(ing)? in/ })
  }
  get alert() {
    return this.page.getByRole('alert')
  }
  async open(query = '') {
    await this.page.goto(`/login${query}`)
  }
  async signIn(identifier: string, password: string) {
    await this.identifier.fill(identifier)
    await this.password.fill(password)
    await this.password.press('Enter')
  }
}
