"""Products and reviews, in the way of FastAPI's tutorial: pydantic models that are the description too."""
import os
from typing import List, Optional

import uvicorn
from fastapi import FastAPI, HTTPException, Query, Response
from pydantic import BaseModel, Field

DEFECTS = os.environ.get("DEFECTS") == "1"
app = FastAPI(title="Catalogue")


class NewProduct(BaseModel):
    name: str = Field(min_length=1, max_length=50)
    price: float = Field(gt=0)
    stock: int = Field(0, ge=0)
    tags: List[str] = []


class Product(NewProduct):
    id: int


class NewReview(BaseModel):
    author: str = Field(min_length=1)
    rating: int = Field(ge=1, le=5)
    text: Optional[str] = Field(None, max_length=500)


class Review(NewReview):
    id: int
    product_id: int


class Message(BaseModel):
    detail: str


missing = {404: {"model": Message}}
products = {id: Product(id=id, name=f"Product {id}", price=9.5 * id) for id in (1, 2)}
reviews = {id: Review(id=id, product_id=id, author="Ann", rating=id) for id in (1, 2)}
last = 2


def next_id():
    global last
    last += 1
    return last


def find(where, id):
    if id not in where:
        raise HTTPException(404, "not found")
    return where[id]


@app.get("/products", response_model=List[Product])
def list_products(min_price: Optional[float] = Query(None, ge=0), sort: Optional[str] = Query(None, regex="^(name|price)$")):
    found = [each for each in products.values() if min_price is None or each.price >= min_price]
    # Planted: the list is sorted by the other field.
    key = ("name" if sort == "price" else "price") if DEFECTS else sort
    return sorted(found, key=lambda each: getattr(each, key)) if sort else found


@app.post("/products", status_code=201, response_model=Product)
def create_product(product: NewProduct):
    made = Product(id=next_id(), **product.dict())
    products[made.id] = made
    return made


@app.get("/products/{product_id}", response_model=Product, responses=missing)
def read_product(product_id: int):
    return find(products, product_id)


@app.put("/products/{product_id}", response_model=Product, responses=missing)
def update_product(product_id: int, product: NewProduct):
    find(products, product_id)
    # Planted: the stock is never written.
    stored = product.copy(update={"stock": products[product_id].stock}) if DEFECTS else product
    products[product_id] = Product(id=product_id, **stored.dict())
    return Product(id=product_id, **product.dict())


@app.delete("/products/{product_id}", status_code=204, responses=missing)
def delete_product(product_id: int):
    find(products, product_id)
    del products[product_id]
    for id in [review.id for review in reviews.values() if review.product_id == product_id]:
        del reviews[id]
    return Response(status_code=204)


@app.get("/products/{product_id}/reviews", response_model=List[Review], responses=missing)
def list_reviews(product_id: int):
    find(products, product_id)
    return [each for each in reviews.values() if each.product_id == product_id]


@app.post("/products/{product_id}/reviews", status_code=201, response_model=Review, responses=missing)
def create_review(product_id: int, review: NewReview):
    find(products, product_id)
    made = Review(id=next_id(), product_id=product_id, **review.dict())
    reviews[made.id] = made
    return made


@app.get("/products/{product_id}/reviews/{review_id}", response_model=Review, responses=missing)
def read_review(product_id: int, review_id: int):
    find(products, product_id)
    # Planted: a missing review is a server error.
    return reviews[review_id] if DEFECTS else find(reviews, review_id)


@app.delete("/products/{product_id}/reviews/{review_id}", status_code=204, responses=missing)
def delete_review(product_id: int, review_id: int):
    find(products, product_id)
    find(reviews, review_id)
    del reviews[review_id]
    return Response(status_code=204)


@app.get("/--state", include_in_schema=False)
def state():
    return [f"product {each.id} {each.json()}" for each in products.values()] + [
        f"review {each.id} {each.json()}" for each in reviews.values()
    ]


if __name__ == "__main__":
    uvicorn.run(app, host="127.0.0.1", port=int(os.environ["PORT"]), log_level="warning")
