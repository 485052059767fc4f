/** A company that wants to be verified, its documents, and staff who decide. */
import { must, type Admin } from '../../src/operations/admin.ts';
import {
  approveDocument,
  lookAtDocument,
} from '../../src/features/verification/verification.operations.ts';
import { DOCUMENT_KINDS, type DocumentKind } from '../../src/domain/account/verification.ts';
import type { AccountId } from '../../src/domain/ids.ts';
import { jpegOf } from './documents.ts';
import type { Paigham } from './paigham.ts';
import { v1At, type AskV1 } from './v1.ts';

export const JPEG: Buffer = jpegOf(640, 480);

export type Answered = {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>> & {
    readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
  };
};

type Given = { readonly name?: string; readonly number?: string };

type Item = Readonly<Record<string, unknown>>;

let opened = 0;

export class Company {
  readonly accountId: AccountId;
  readonly apiKey: string;
  readonly name: string;
  readonly ask: AskV1;
  readonly #paigham: Paigham;

  private constructor(paigham: Paigham, name: string, made: Pick<Company, 'accountId' | 'apiKey'>) {
    this.#paigham = paigham;
    this.name = name;
    this.accountId = made.accountId;
    this.apiKey = made.apiKey;
    this.ask = v1At(paigham.baseUrl, made.apiKey);
  }

  /** Opens an account that is not verified. */
  static async open(paigham: Paigham): Promise<Company> {
    opened += 1;
    const name = `Sitara & Sons ${opened}`;
    const settings = { verified: false, fixedContent: true };
    const made = await paigham.world.addAccount({ name, rupees: '100', settings });
    return new Company(paigham, name, made);
  }

  /** Gives a document as a browser does. */
  async put(
    kind: string,
    content: Uint8Array | undefined,
    { name = 'card.jpg', number }: Given = {},
    apiKey = this.apiKey,
  ): Promise<Answered> {
    const form = new FormData();
    if (number !== undefined) form.set('number', number);
    if (content !== undefined) form.set('file', new Blob([Uint8Array.from(content)]), name);
    const headers = { authorization: `Bearer ${apiKey}` };
    const url = `${this.#paigham.baseUrl}/v1/verification/${kind}`;
    const response = await fetch(url, { method: 'PUT', body: form, headers });
    return { status: response.status, body: (await response.json()) as Answered['body'] };
  }

  async putAll(): Promise<void> {
    for (const kind of DOCUMENT_KINDS) {
      const { status } = await this.put(kind, JPEG, kind === 'tax' ? { number: '1234567-8' } : {});
      if (status !== 200) throw new Error(`${kind} was answered ${status}`);
    }
  }

  /** Staff look at a document. */
  async look(kind: DocumentKind, by: Admin = this.#paigham.world.admin): Promise<Buffer> {
    const { accountId } = this;
    return must(await lookAtDocument(by, this.#paigham.db, { accountId, kind })).octets;
  }

  /** Staff look at a document, and approve it. */
  async approve(kind: DocumentKind) {
    await this.look(kind);
    const { accountId } = this;
    return must(await approveDocument(this.#paigham.world.admin, { accountId, kind }));
  }

  async state(): Promise<unknown> {
    return (await this.ask('GET /v1/verification')).body['state'];
  }

  async item(kind: DocumentKind): Promise<Item> {
    const { body } = await this.ask('GET /v1/verification');
    const { items } = body as unknown as { readonly items: readonly Item[] };
    return items.find((it) => it['kind'] === kind) ?? {};
  }
}
