import axe from 'axe-core';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { TestService } from '../support/service.ts';
import type { Hands, OwnFile } from './hands.ts';

interface StageOptions {
  service: TestService;
  page: Page;
  hands: Hands;
  /** Whether the browser runs scripts. */
  scripts: boolean;
  /** Takes a picture of what the page shows. */
  shoot?: ((page: Page, name: string) => Promise<void>) | undefined;
}

/** A page with somebody in front of it. Counts steps and time, without that of looking for violations. */
export class Stage {
  readonly service: TestService;
  readonly page: Page;
  readonly scripts: boolean;
  /** Clicks, fields, files and choices. */
  steps = 0;
  readonly #hands: Hands;
  readonly #shoot: StageOptions['shoot'];
  #start = performance.now();
  #lookedMillis = 0;

  constructor({ service, page, hands, scripts, shoot }: StageOptions) {
    this.service = service;
    this.page = page;
    this.scripts = scripts;
    this.#hands = hands;
    this.#shoot = shoot;
  }

  /** Begins the time again. */
  begin(): void {
    this.steps = 0;
    this.#start = performance.now();
    this.#lookedMillis = 0;
  }

  seconds(): number {
    return (performance.now() - this.#start - this.#lookedMillis) / 1000;
  }

  press = (name: string | RegExp) => this.#press(this.page.getByRole('button', { name, exact: true }));
  open = (summary: string) => this.#press(this.page.locator('summary', { hasText: summary }));
  write = (label: string, text: string, group?: string) =>
    this.#step((hands) => hands.write(this.field(label, group), text));
  append = (label: string, text: string) => this.#step((hands) => hands.append(this.#textBox(label), text));
  choose = (label: string, option: string, group?: string) =>
    this.#step((hands) => hands.choose(this.field(label, group), option));
  give = (label: string, file: OwnFile) => this.#step((hands) => hands.give(this.field(label), file));

  /** The field of a group, or the first one of the page. */
  field(label: string, group?: string): Locator {
    const within = group === undefined ? this.page : this.page.getByRole('group', { name: group, exact: true });
    return within.getByLabel(label, { exact: true }).first();
  }

  /** Follows a link, and waits for the page that it leads to: Enter does not. */
  async follow(name: string): Promise<void> {
    const before = this.page.url();
    await this.#press(this.page.getByRole('link', { name, exact: true }).first());
    await this.page.waitForURL(({ href }) => href !== before);
  }

  /** Goes to a page of the navigation, which phones have in a menu. */
  async navigate(name: string): Promise<void> {
    if (await this.page.locator('.menu > summary').isVisible()) await this.open('Menu');
    await this.follow(name);
  }

  async heading(name: string | RegExp): Promise<void> {
    await this.page.getByRole('heading', { name, level: 1 }).waitFor();
  }

  async says(text: string): Promise<void> {
    await this.page.getByText(text).first().waitFor();
  }

  /** Waits until the page shows something: pages with a script renew themselves, others are loaded again. */
  async until<Seen>(read: () => Promise<Seen>, wanted: Seen): Promise<void> {
    const look = async () => {
      this.service.wakeWorker();
      // Going to a part of the same page would not load it again.
      if (!this.scripts) await this.page.goto(this.page.url().replace(/#.*/, ''));
      return read();
    };
    await expect.poll(look, { timeout: 240_000, interval: 250 }).toEqual(wanted);
  }

  /**
   * Looks at the page as it is: nothing may break a rule of axe or need to be scrolled sideways. Axe is a script itself; pages
   * are the same without them.
   */
  async look(name: string): Promise<void> {
    const from = performance.now();
    await this.#shoot?.(this.page, name);
    const width = this.page.viewportSize()!.width;
    expect(await this.page.evaluate('document.documentElement.scrollWidth'), name).toBe(width);
    if (this.scripts) expect(await this.#violations(), name).toEqual([]);
    this.#lookedMillis += performance.now() - from;
  }

  async #violations(): Promise<string[]> {
    await this.page.evaluate(axe.source);
    const { violations } = (await this.page.evaluate('axe.run()')) as axe.AxeResults;
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }

  /** The editor of contents, or the field that is there without a script. */
  #textBox = (label: string) => this.page.getByRole('textbox', { name: label, exact: true });
  #press = (target: Locator) => this.#step((hands) => hands.press(target));

  async #step(act: (hands: Hands) => Promise<void>): Promise<void> {
    this.steps++;
    await act(this.#hands);
  }
}
