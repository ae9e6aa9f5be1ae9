import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { Email } from "./Email";

it("breaks between the parts of an address, and is copied as it is", () => {
  const { container } = render(<Email address="anna.ivanova@demo.example" />);
  expect(container.innerHTML).toBe("anna.<wbr>ivanova@<wbr>demo.<wbr>example");
  expect(container).toHaveTextContent(/^anna\.ivanova@demo\.example$/);
});
