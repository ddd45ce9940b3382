import type { Page } from '@playwright/test'

/** The sign-up page as a person sees it (English). */
export class SignUpForm {
  readonly page: Page
  constructor(page: Page) {
    this.page = page
  }
  get fullName() {
    return this.page.getByLabel('Full name')
  }
  get email() {
    return this.page.getByLabel('E-mail')
  }
  get password() {
    return this.page.getByLabel('Password', { exact: true })
  }
  get referral() {
    return this.page.getByLabel(/^Referral code/)
  }
  get accept() {
    return this.page.getByRole('checkbox', { name: /^I accept/ })
  }
  get marketing() {
    return this.page.getByRole('checkbox', { name: /^Send me news/ })
  }
  get submit() {
    return this.page.getByRole('button', { name: /^Creat(e|ing)/ })
  }
  async open(query = '') {
    await this.page.goto(`/signup${query}`)
  }
  async fill(person: { fullName: string; email: string; password: string }) {
    await this.fullName.fill(person.fullName)
    await this.email.fill(person.email)
    await this.password.fill(person.password)
    await this.accept.check()
  }
}
